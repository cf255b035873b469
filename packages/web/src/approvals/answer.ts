import type { Approval, ApprovalRequest } from '@toolmark/api-contract';
import { reactive } from 'vue';
import { type ApiFailure, toFailure } from '../api/api-failure.ts';
import { get, part, post } from '../api/request.ts';
import { agreeTo } from '../passkeys/passkeys.ts';
import { type Choice, requestOf } from './choices.ts';

/** `late`: someone else answered first, or the request expired; `approval` is its outcome. */
export type Answered =
  | { readonly kind: 'done'; readonly approval: Approval }
  | { readonly kind: 'late'; readonly approval: Approval | undefined; readonly message: string }
  | { readonly kind: 'failed'; readonly failure: ApiFailure };

/** The ids of approvals whose answer is being sent, from anywhere on the page. */
const sending = reactive(new Set<string>());

export const isSending = (id: string): boolean => sending.has(id);

/**
 * Sends an answer, with a passkey if one is required. Ignores a second answer while the first is being sent.
 *
 * @example
 * const answered = await sendAnswer(approval, 'once');
 */
export async function sendAnswer(approval: Answerable, choice: Choice): Promise<Answered | undefined> {
  const { id } = approval;
  if (sending.has(id)) return undefined;
  sending.add(id);
  const path = `/approvals/${part(id)}`;
  try {
    return { kind: 'done', approval: await post<Approval>(path, { body: await bodyOf(approval, choice) }) };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code !== 'already_resolved') return { kind: 'failed', failure };
    const approval = await get<Approval>(path).catch(() => undefined);
    return { kind: 'late', approval, message: failure.message };
  } finally {
    sending.delete(id);
  }
}

/** The fields of an approval that an answer needs. */
type Answerable = Pick<Approval, 'id' | 'presence_required'>;

async function bodyOf({ id, presence_required }: Answerable, choice: Choice): Promise<ApprovalRequest> {
  const body = requestOf(choice);
  if (!presence_required || body.decision === 'deny') return body;
  // Send every field explicitly: the passkey signs exactly what is sent.
  const { remember = 'once', scope = 'tool' } = body;
  const assertion = await agreeTo({ kind: 'approve', approval_id: id, remember, scope });
  return { ...body, remember, scope, assertion };
}
