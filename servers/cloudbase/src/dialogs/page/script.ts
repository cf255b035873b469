/**
 * The script of a question's page, which also works without it as a plain form. Shows the time left, follows the state of the
 * question, and adds keyboard shortcuts. Keys of an input method for Chinese or Japanese (`isComposing`) are ignored.
 */
export const SCRIPT = `
const form = document.querySelector('form');
const text = document.querySelector('textarea');
const timer = document.querySelector('.timer time');
const cancel = document.querySelector('button[name=cancel]');
const choices = [...document.querySelectorAll('button[name=choice]')];
const started = performance.now();
const total = Number(timer.dataset.left);
let isOver = false;

function tick() {
  const remainingMs = Math.max(0, total - (performance.now() - started));
  const seconds = Math.ceil(remainingMs / 1000);
  timer.textContent = Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
  if (seconds <= 60) {
    const box = timer.closest('.timer');
    if (!('soon' in box.dataset)) {
      box.dataset.soon = '';
      document.querySelector('[role=status]').textContent = form.dataset.soon;
    }
  }
  if (remainingMs > 0 && !isOver) setTimeout(tick, 250);
}
tick();

function end(reason) {
  if (isOver) return;
  isOver = true;
  events.close();
  document.querySelector('main').replaceChildren(document.querySelector('template[data-end="' + reason + '"]').content.cloneNode(true));
  document.querySelector('footer').hidden = true;
  const heading = document.querySelector('h1');
  document.title = heading.textContent;
  heading.focus();
}

const events = new EventSource(location.pathname + '/events');
events.addEventListener('over', (event) => end(event.data));
events.addEventListener('error', () => { if (!isSent) end('lost'); });

let isSent = false;
form.addEventListener('submit', (event) => {
  if (isSent) return event.preventDefault();
  isSent = true;
  events.close();
  // Disable after this event: a disabled button would be missing in the submitted form.
  setTimeout(() => { for (const button of form.querySelectorAll('button')) button.disabled = true; });
});

text?.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (text.value.trim() !== '') form.requestSubmit(form.querySelector('button[name=send]'));
});

document.addEventListener('keydown', (event) => {
  if (isOver || event.isComposing) return;
  if (event.key === 'Escape') {
    event.preventDefault();
    // Do not discard a written answer on a single key press.
    if (text !== null && text.value.trim() !== '' && document.activeElement !== cancel) cancel.focus();
    else form.requestSubmit(cancel);
    return;
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || choices.length === 0 || document.activeElement === text) return;
  event.preventDefault();
  const at = choices.indexOf(document.activeElement);
  choices[at < 0 ? (step > 0 ? 0 : choices.length - 1) : (at + step + choices.length) % choices.length].focus();
});

(choices.length === 0 && text !== null ? text : document.querySelector('h1')).focus({ preventScroll: true });
`;
