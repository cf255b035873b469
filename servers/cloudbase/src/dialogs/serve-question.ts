import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '../lang/lang.ts';
import type { Dialog, DialogAnswer } from './dialogs.ts';
import { type Ending, endingPage, questionPage } from './page/pages.ts';

/** A question with its page. */
export interface Question {
  readonly dialog: Dialog;
  readonly token: string;
  readonly endsAt: number;
  readonly listeners: Set<ServerResponse>;
  /** `undefined` while it is open. */
  ending: Ending | undefined;
  readonly settle: (answer: DialogAnswer, ending: Ending) => void;
}

/** Enough for 10,000 characters of any language, encoded as a form. */
const BODY_LIMIT = 256 * 1024;
const TEXT_LIMIT = 10_000;

interface Serving {
  readonly language: Language;
  readonly questions: ReadonlyMap<string, Question>;
  readonly origin: string;
}

/** Answers one request to the page of a question. */
export async function serveQuestion(
  request: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
): Promise<void> {
  const { language, questions, origin } = serving;
  const nonce = randomBytes(16).toString('base64');
  const end = (status: number, ending: Ending): void =>
    sendPage(response, status, endingPage(ending, language, nonce), nonce);

  // Another host name means DNS rebinding: a foreign page that had its name point to this machine.
  if (request.headers.host !== new URL(origin).host) return end(421, 'refused');
  const [, id = '', events] = /^\/d\/([\w-]+)(\/events)?$/.exec(request.url ?? '') ?? [];
  const question = questions.get(id);
  if (question === undefined) return end(404, 'unknown');

  if (request.method === 'GET' && events !== undefined) return follow(response, question);
  if (request.method === 'GET') {
    if (question.ending !== undefined) return end(200, question.ending === 'answered' ? 'already' : question.ending);
    const { dialog, token, endsAt } = question;
    const page = questionPage({ dialog, token, leftMs: Math.max(0, endsAt - Date.now()), language, nonce });
    return sendPage(response, 200, page, nonce);
  }
  if (request.method !== 'POST' || events !== undefined) {
    response.setHeader('allow', events === undefined ? 'GET, POST' : 'GET');
    return end(405, 'refused');
  }

  const site = request.headers['sec-fetch-site'];
  if (request.headers.origin !== origin || (site !== undefined && site !== 'same-origin')) return end(403, 'refused');
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return end(415, 'refused');
  const body = await readForm(request);
  if (body === undefined) return end(413, 'refused');
  if (!isSame(body.get('token') ?? '', question.token)) return end(403, 'refused');
  if (question.ending !== undefined)
    return end(409, question.ending === 'timedOut' || question.ending === 'over' ? question.ending : 'already');

  const answer = readAnswer(body, question.dialog);
  if (answer === undefined) return end(400, 'refused');
  const ending = answer.kind === 'answered' ? 'answered' : 'cancelled';
  end(200, ending);
  question.settle(answer, ending);
}

/** Accepts only answers that the page offers. */
function readAnswer(body: URLSearchParams, dialog: Dialog): DialogAnswer | undefined {
  const { choices = [], allowsText = choices.length === 0 } = dialog;
  if (body.has('cancel')) return { kind: 'cancelled' };
  const index = body.get('choice');
  if (index !== null) {
    const choice = /^\d{1,4}$/.test(index) ? choices[Number(index)] : undefined;
    return choice && { kind: 'answered', value: choice.value };
  }
  const text = (body.get('text') ?? '').replaceAll('\r\n', '\n').trim();
  if (!allowsText || text === '' || text.length > TEXT_LIMIT) return undefined;
  return { kind: 'answered', value: text, isWritten: true };
}

/** Notifies the page when its question ends. */
function follow(response: ServerResponse, question: Question): void {
  response.writeHead(200, {
    ...SAFE_HEADERS,
    'content-type': 'text/event-stream',
    'content-security-policy': "default-src 'none'",
  });
  if (question.ending !== undefined) {
    tellOver(response, question.ending);
    return;
  }
  response.flushHeaders();
  question.listeners.add(response);
  response.once('close', () => question.listeners.delete(response));
}

/** Updates the other tabs of an answered question. */
export function tellOver(listener: ServerResponse, ending: Ending): void {
  const reason = ending === 'answered' || ending === 'cancelled' ? 'already' : ending;
  listener.end(`event: over\ndata: ${reason}\n\n`);
}

const SAFE_HEADERS = {
  'cache-control': 'no-store',
  // Not `no-referrer`: with it browsers send a form with `Origin: null`.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The server stops after the last question; an idle connection would keep it running.
  connection: 'close',
} as const;

function sendPage(response: ServerResponse, status: number, page: string, nonce: string): void {
  response.writeHead(status, {
    ...SAFE_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      `script-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      'img-src data:',
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  });
  response.end(page);
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (Number(request.headers['content-length'] ?? BODY_LIMIT + 1) > BODY_LIMIT) return undefined;
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'));
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
