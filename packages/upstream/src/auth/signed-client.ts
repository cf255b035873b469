import type { HttpClient, ResponseHead } from '../wire/http/client.ts';
import type { TokenSource } from './token-source.ts';

/**
 * Adds the token to every request to a server. Retries a request once with another token after a 401, which means that
 * the server did not carry it out.
 */
export function withTokens(client: HttpClient, tokens: TokenSource): HttpClient {
  return {
    close: client.close,
    send: (request, sink) => {
      let isAborted = false;
      let abort = (): void => {};
      const send = (authorization: string | undefined, isAgain: boolean): void => {
        if (isAborted) return;
        const headers =
          authorization === undefined ? request.headers : [...request.headers, 'authorization', authorization];
        const end = client.send(
          { ...request, headers },
          {
            ...sink,
            onStart: (head) => {
              if (head.status === 401 && !isAgain) {
                end();
                void tokens.refused(head, authorization).then((other) => onRefused(head, other));
                return;
              }
              if (head.status === 401 || head.status === 403) tokens.sawRefusal(head, authorization);
              sink.onStart(head);
            },
            onData: (chunk) => sink.onData(chunk),
            onEnd: () => sink.onEnd(),
            onFailure: (code) => sink.onFailure(code),
          },
        );
        abort = end;
      };
      /** Ignore the body of a refusal. */
      const onRefused = (head: ResponseHead, other: string | undefined): void => {
        if (isAborted) return;
        if (other === undefined) {
          sink.onStart(head);
          sink.onEnd();
        } else send(other, true);
      };
      const first = tokens.authorization();
      if (first instanceof Promise) void first.then((value) => send(value, false));
      else send(first, false);
      return () => {
        isAborted = true;
        abort();
      };
    },
  };
}
