import { createHash, randomBytes } from 'node:crypto';
import { createRequestStateCodec, type McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { SdkContextOf } from '@toolmark/kit';
import type { Dialogs } from '../dialogs/dialogs.ts';
import { elicitForm } from '../elicit/elicit-form.ts';
import { CloudBaseError } from '../errors.ts';
import { type Language, translateTo } from '../lang/lang.ts';
import type { Asked, Consent } from './consent.ts';

export interface ConsentOptions {
  readonly language: Language;
  /** Asks on this machine if the client cannot ask; `undefined` if the user could not see the page. */
  readonly dialogs: Dialogs | undefined;
}

export interface CreatedConsent extends Consent {
  /** For the option `requestState` of the server: an answer is valid only with the state of its question. */
  readonly verify: (state: string, context: ServerContext) => Promise<unknown>;
}

const KEY = 'consent';

/** Asks through the client, else on a local page. Consent is valid for one call with the same arguments and the same loss. */
export function createConsent({ language, dialogs }: ConsentOptions): CreatedConsent {
  const t = translateTo(language);
  const codec = createRequestStateCodec<string>({
    key: randomBytes(32),
    bind: ({ mcpReq, http }) => `${mcpReq.method}\0${http?.authInfo?.clientId ?? ''}`,
  });

  const refused = (code: 'NEEDS_CONSENT' | 'DECLINED', reason: string, { loss, tool }: Asked): CloudBaseError =>
    new CloudBaseError(code, `${reason} ${loss.what[language]} ${loss.instead[language]}`, { tool });
  const declined = (asked: Asked) =>
    refused('DECLINED', t('The user said no, and nothing was changed.', '用户已拒绝，未做任何更改。'), asked);

  return {
    verify: codec.verify,
    obtain: async (asked, context) => {
      const { title, loss } = asked;
      const digest = questionDigest(asked);
      const answer = await elicitForm(context, {
        key: KEY,
        message: `${title}: ${loss.what[language]}`,
        requestedSchema: {
          type: 'object',
          properties: { proceed: { type: 'boolean', title: t('Allow this change', '允许这项更改'), default: false } },
          required: ['proceed'],
        },
        requestState: () => codec.mint(digest, context.sdk as SdkContextOf<McpServer>),
        isStateValid: (state) => state === digest,
      });
      if (answer.kind === 'ask') return answer;
      if (answer.kind === 'accepted' && answer.content['proceed'] === true) return { kind: 'yes' };
      if (answer.kind === 'accepted' || answer.kind === 'declined') throw declined(asked);
      if (answer.kind === 'unsupported' && dialogs !== undefined) {
        const given = await dialogs.ask(
          {
            title: { en: 'Allow this change?', zh: '允许这项更改吗？' },
            message: title,
            risks: [loss.what[language]],
            choices: [{ value: 'yes', label: t('Allow', '允许'), kind: 'danger' }],
          },
          context.signal,
        );
        if (given.kind === 'answered' && given.value === 'yes') return { kind: 'yes' };
        if (given.kind !== 'timed-out') throw declined(asked);
      }
      const reason =
        answer.kind === 'timed-out' || dialogs !== undefined
          ? t('There was no answer in time, and nothing was changed.', '无人及时答复，未做任何更改。')
          : t(
              'This needs a yes from a person, and this client cannot ask one; nothing was changed.',
              '此操作需要用户确认，而当前客户端无法询问用户；未做任何更改。',
            );
      throw refused('NEEDS_CONSENT', reason, asked);
    },
  };
}

/** A digest of the tool, its arguments and the loss. */
const questionDigest = ({ tool, args, loss }: Asked): string =>
  createHash('sha256')
    .update(JSON.stringify([tool, args, loss.what.en]))
    .digest('base64url');
