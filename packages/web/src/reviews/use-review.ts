import type { Review, ReviewTool } from '@toolmark/api-contract';
import { part, post } from '../api/request.ts';
import { type Action, useAction } from '../api/use-action.ts';
import { type Resource, useResource } from '../api/use-resource.ts';
import { toast } from '../ui/toasts.ts';

/** The review of a server with its actions. */
export interface ServerReview {
  readonly review: Resource<Review>;
  /** Accepts the claims on screen: the gateway refuses if a tool has changed since. */
  readonly accept: Action<[tools: readonly ReviewTool[]], Review>;
  readonly undo: Action<[tools: readonly string[]], Review>;
}

export function useReview(server: () => string): ServerReview {
  const path = (): string => `/servers/${part(server())}/review`;
  const review = useResource<Review>(path, { on: ['tools', 'servers'] });
  const undo = useAction(async (tools: readonly string[]) => {
    const after = await post<Review>(`${path()}/undo`, { body: { tools } });
    review.set(after);
    return after;
  });
  const accept = useAction(async (tools: readonly ReviewTool[]) => {
    const body = { tools: tools.map(({ tool, fingerprint }) => ({ tool, fingerprint })) };
    const after = await post<Review>(path(), { body });
    review.set(after);
    const names = tools.map(({ tool }) => tool);
    const says =
      names.length === 1 ? `The hints of ${names[0]} now apply.` : `The hints of ${names.length} tools now apply.`;
    toast('done', says, { label: 'Undo', run: () => void undo.run(names) });
    return after;
  });
  return { review, accept, undo };
}
