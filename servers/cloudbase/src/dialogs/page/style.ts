/** The style of every page of a dialog. Loads nothing; uses system fonts. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: oklch(97.6% 0.002 260); --card: oklch(100% 0 0); --line: oklch(88% 0.006 260); --field: oklch(62% 0.012 262);
  --text: oklch(25% 0.02 262); --soft: oklch(45% 0.018 262);
  --primary: oklch(30% 0.03 262); --on-primary: oklch(98.5% 0.002 260); --primary-hover: oklch(38% 0.035 262);
  --hover: oklch(96% 0.004 260); --focus: oklch(45% 0.14 256);
  --warning: oklch(44% 0.1 65); --warning-ground: oklch(97.5% 0.025 85); --warning-line: oklch(85% 0.08 80);
  --danger: oklch(50% 0.19 27); --on-danger: oklch(98.5% 0.01 27); --danger-hover: oklch(44% 0.18 27);
  --good: oklch(45% 0.11 155);
  --shadow: 0 1px 2px rgb(15 23 42 / .06), 0 8px 28px rgb(15 23 42 / .08);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: oklch(17.5% 0.013 262); --card: oklch(21.5% 0.014 262); --line: oklch(33% 0.016 262); --field: oklch(56% 0.014 262);
    --text: oklch(92% 0.008 260); --soft: oklch(74% 0.012 262);
    --primary: oklch(92% 0.008 260); --on-primary: oklch(22% 0.014 262); --primary-hover: oklch(100% 0 0);
    --hover: oklch(27% 0.015 262); --focus: oklch(78% 0.12 250);
    --warning: oklch(84% 0.12 82); --warning-ground: oklch(26% 0.03 75); --warning-line: oklch(42% 0.06 75);
    --danger: oklch(74% 0.15 24); --on-danger: oklch(20% 0.06 25); --danger-hover: oklch(80% 0.13 24);
    --good: oklch(78% 0.14 155);
    --shadow: 0 0 0 1px rgb(255 255 255 / .02), 0 12px 32px rgb(0 0 0 / .4);
  }
}
* { box-sizing: border-box; }
html { background: var(--ground); color: var(--text); font: 400 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; align-items: center; padding: clamp(16px, 9vh, 104px) 16px 24px; }
main { width: 100%; max-width: 576px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; box-shadow: var(--shadow); overflow: hidden; }
svg { flex: none; width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.top { display: flex; align-items: center; justify-content: space-between; gap: 16px; padding: 14px 28px; border-bottom: 1px solid var(--line); color: var(--soft); font-size: 14px; }
.top span { display: flex; align-items: center; gap: 8px; }
.top svg { width: 17px; height: 17px; }
.timer { white-space: nowrap; font-variant-numeric: tabular-nums; }
.timer[data-soon] { color: var(--warning); font-weight: 600; }
.body { padding: 26px 28px 28px; }
h1 { margin: 0 0 10px; font-size: 22px; line-height: 1.3; font-weight: 650; letter-spacing: -.01em; overflow-wrap: anywhere; }
h1:focus { outline: none; }
.message { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 44vh; overflow-y: auto; }
.risks { margin: 20px 0 0; padding: 14px 16px; border: 1px solid var(--warning-line); border-radius: 10px; background: var(--warning-ground); }
.risks h2 { display: flex; align-items: center; gap: 8px; margin: 0 0 6px; font-size: 14px; line-height: 20px; font-weight: 650; color: var(--warning); }
.risks svg { width: 18px; height: 18px; }
.risks ul { margin: 0; padding: 0 0 0 26px; font-size: 15px; }
.risks li { overflow-wrap: anywhere; }
.risks li + li { margin-top: 4px; }
form { margin: 0; }
fieldset { margin: 24px 0 0; padding: 0; border: 0; min-width: 0; display: grid; gap: 10px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
button { display: flex; align-items: center; justify-content: center; gap: 8px; min-height: 44px; padding: 9px 18px; border: 1px solid var(--line); border-radius: 9px; background: transparent; color: inherit; font: inherit; font-weight: 550; cursor: pointer; overflow-wrap: anywhere; }
button:hover { background: var(--hover); }
button:disabled { cursor: default; opacity: .55; }
.choices button { justify-content: flex-start; text-align: start; border-color: var(--field); }
button.primary { background: var(--primary); border-color: var(--primary); color: var(--on-primary); }
button.primary:hover { background: var(--primary-hover); border-color: var(--primary-hover); }
button.danger { background: var(--danger); border-color: var(--danger); color: var(--on-danger); }
button.danger:hover { background: var(--danger-hover); border-color: var(--danger-hover); }
:is(button, textarea, .message):focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
label { display: block; margin: 24px 0 8px; font-size: 14px; font-weight: 600; }
textarea { display: block; width: 100%; min-height: 96px; max-height: 40vh; padding: 10px 12px; border: 1px solid var(--field); border-radius: 9px; background: var(--card); color: inherit; font: inherit; resize: vertical; field-sizing: content; }
.keys { margin: 8px 0 0; color: var(--soft); font-size: 13px; }
.actions { display: flex; justify-content: flex-end; align-items: center; gap: 10px; margin-top: 20px; }
.actions .keys { margin: 0 auto 0 0; }
footer { width: 100%; max-width: 576px; padding: 16px 28px 0; color: var(--soft); font-size: 13px; }
footer p { margin: 0; }
.end { display: flex; flex-direction: column; align-items: center; text-align: center; padding: 48px 28px 52px; }
.end svg { width: 40px; height: 40px; margin-bottom: 18px; stroke-width: 1.75; color: var(--soft); }
.end.good svg { color: var(--good); }
.end h1 { margin-bottom: 6px; }
.end p { margin: 0; color: var(--soft); max-width: 42ch; }
[hidden] { display: none !important; }
@media (max-width: 520px) {
  body { padding: 0 0 24px; }
  main { border-width: 0 0 1px; border-radius: 0; box-shadow: none; }
  .top, .body, footer { padding-left: 20px; padding-right: 20px; }
  .actions { flex-wrap: wrap; }
  .actions .keys { flex-basis: 100%; order: 1; }
  .actions button { flex: 1; }
}
@media (pointer: coarse) { .keys { display: none; } }
@media (forced-colors: active) { main, button, textarea, .risks { border: 1px solid; } }
`;
