import { signInLinkSchema } from '@toolmark/api-contract';
import { MOST_CODES } from '../guard/one-time-codes.ts';
import { fail } from './answers.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

export const LINK_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'post',
    path: '/links',
    id: 'makeLink',
    tag: 'gateway',
    summary: 'Makes an address that lets one browser in, once',
    description: 'It works for ten minutes. Its code stands behind the #, so that it reaches no log.',
    query: NO_QUERY,
    answers: { 201: { description: 'The address of the page, and until when it works.', schema: signInLinkSchema } },
    errors: ['too_many_requests'],
    handle: (context, { signIn }) => {
      const link = signIn.makeLink();
      if (link === undefined) {
        const message = `${MOST_CODES} links wait to be used already. The first of them ends within the hour.`;
        return fail(context, 'too_many_requests', message);
      }
      return context.json({ url: link.url, expires_at: new Date(link.expiresAt).toISOString() }, 201);
    },
  }),
];
