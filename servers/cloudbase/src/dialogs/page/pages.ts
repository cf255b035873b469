import type { Language } from '../../lang/lang.ts';
import type { Choice, Dialog } from '../dialogs.ts';
import { type Html, html, raw, visible } from './html.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';
import { TEXTS } from './texts.ts';

/** The reason why a question is no longer open. */
export type Ending = 'answered' | 'cancelled' | 'already' | 'timedOut' | 'over' | 'lost' | 'unknown' | 'refused';

interface QuestionPage {
  readonly dialog: Dialog;
  readonly token: string;
  readonly leftMs: number;
  readonly language: Language;
  readonly nonce: string;
}

/** The page of an open question: a form that also works without its script. */
export function questionPage({ dialog, token, leftMs, language, nonce }: QuestionPage): string {
  const { title, message, risks = [], choices = [], allowsText = choices.length === 0 } = dialog;
  const text = (key: keyof typeof TEXTS): string => TEXTS[key][language];
  const seconds = Math.ceil(leftMs / 1000);
  const remainingTime = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const heading = visible(title[language]);
  // A single choice is a button beside Cancel; a list with one item would look more important than Cancel.
  const isYesOrCancel = choices.length === 1 && !allowsText;
  return document({
    language,
    nonce,
    title: heading,
    script: SCRIPT,
    body: html`<main aria-labelledby="title">
<div class="top">
<span>${icon('cloud')}${text('asks')}</span>
<span class="timer" role="timer">${icon('clock')}<span>${text('timeLeft')} <time data-left="${Math.round(leftMs)}">${remainingTime}</time></span></span>
</div>
<div class="body">
<h1 id="title" tabindex="-1">${heading}</h1>
<p class="message" id="message">${visible(message)}</p>
${risks.length === 0 ? '' : risksOf(risks, text('risks'))}
<form method="post" autocomplete="off" aria-describedby="message" data-soon="${text('lastMinute')}">
<input type="hidden" name="token" value="${token}">
${isYesOrCancel || choices.length === 0 ? '' : choicesOf(choices, text('choices'))}
${
  allowsText
    ? html`<label for="text">${text(choices.length === 0 ? 'answer' : 'orAnswer')}</label>
<textarea id="text" name="text" maxlength="10000" aria-describedby="keys"></textarea>`
    : ''
}
<div class="actions">
<p class="keys" id="keys">${allowsText ? text('sendKeys') : text('escapeKey')}</p>
<button type="submit" name="cancel" value="1">${text('cancel')}</button>
${isYesOrCancel ? choices.map(choiceButton) : ''}
${allowsText ? html`<button type="submit" name="send" value="1"${raw(choices.length === 0 ? ' class="primary"' : '')}>${text('send')}</button>` : ''}
</div>
</form>
<p class="hidden" role="status"></p>
</div>
</main>
<footer><p>${text('closing')} ${text('local')}</p></footer>
${(['timedOut', 'over', 'lost', 'already'] as const).map(
  (reason) => html`<template data-end="${reason}">${endingOf(reason, language)}</template>`,
)}`,
  });
}

/** The page that shows how a question ended. */
export const endingPage = (ending: Ending, language: Language, nonce: string): string =>
  document({
    language,
    nonce,
    title: TEXTS[ending][language],
    body: html`<main>${endingOf(ending, language)}</main>`,
  });

const endingOf = (ending: Ending, language: Language): Html =>
  html`<div class="end${ending === 'answered' ? ' good' : ''}">${icon(END_ICONS[ending])}
<h1 tabindex="-1">${TEXTS[ending][language]}</h1>
<p>${TEXTS[`${ending}More`][language]}</p></div>`;

const risksOf = (risks: readonly string[], heading: string): Html =>
  html`<section class="risks" aria-labelledby="risks"><h2 id="risks">${icon('triangle')}${heading}</h2>
<ul>${risks.map((risk) => html`<li>${visible(risk)}</li>`)}</ul></section>`;

const choicesOf = (choices: readonly Choice[], legend: string): Html =>
  html`<fieldset class="choices"><legend class="hidden">${legend}</legend>
${choices.map(choiceButton)}</fieldset>`;

const choiceButton = ({ label, kind = 'plain' }: Choice, index: number): Html =>
  html`<button type="submit" name="choice" value="${index}" class="${kind}">${visible(label)}</button>\n`;

interface Document {
  readonly language: Language;
  readonly nonce: string;
  readonly title: string;
  readonly body: Html;
  readonly script?: string;
}

const document = ({ language, nonce, title, body, script }: Document): string =>
  html`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${FAVICON}">
<style nonce="${nonce}">${raw(STYLE)}</style>
</head>
<body>
${body}
${script === undefined ? '' : html`<script nonce="${nonce}" type="module">${raw(script)}</script>`}
</body>
</html>
`.html;

/** Paths of Lucide icons (ISC). */
const ICONS = {
  cloud: '<path d="M17.5 19H9a7 7 0 1 1 6.71-9h1.79a4.5 4.5 0 1 1 0 9Z"/>',
  clock: '<circle cx="12" cy="12" r="10"/><path d="M12 6v6l4 2"/>',
  triangle:
    '<path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3"/><path d="M12 9v4"/><path d="M12 17h.01"/>',
  check: '<circle cx="12" cy="12" r="10"/><path d="m9 12 2 2 4-4"/>',
  ban: '<circle cx="12" cy="12" r="10"/><path d="m4.9 4.9 14.2 14.2"/>',
  info: '<circle cx="12" cy="12" r="10"/><path d="M12 16v-4"/><path d="M12 8h.01"/>',
} as const;

const icon = (name: keyof typeof ICONS): Html =>
  raw(`<svg viewBox="0 0 24 24" aria-hidden="true">${ICONS[name]}</svg>`);

const END_ICONS: Readonly<Record<Ending, keyof typeof ICONS>> = {
  answered: 'check',
  cancelled: 'ban',
  already: 'info',
  timedOut: 'clock',
  over: 'info',
  lost: 'info',
  unknown: 'info',
  refused: 'ban',
};

const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#2563eb" stroke-width="2">${ICONS.cloud}</svg>`,
)}`;
