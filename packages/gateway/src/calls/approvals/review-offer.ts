import type { CatalogTool } from '../../model/catalog.ts';

/** Names that a person may copy into a shell; servers choose them. */
const SAFE = /^[\w.-]+$/;

/**
 * Tells a person how to make such calls pass without being asked about, if they are asked about only because no hint of the tool counts;
 * otherwise an empty text. Ends without a full stop, because an address may be last.
 *
 * @example
 * reviewOffer(tool, 'default: unreviewed', pageUrl) // ' … To review them: toolmark review notes, or at http://127.0.0.1:7420/servers/notes'
 */
export function reviewOffer(
  { server, definition, resolution }: Pick<CatalogTool, 'server' | 'definition' | 'resolution'>,
  rule: string,
  pageUrl: (path: string) => string | undefined,
): string {
  if (!rule.startsWith('default: ')) return '';
  if (resolution.unreviewed.length > 0) {
    const command = SAFE.test(server) ? `toolmark review ${server}` : 'toolmark review';
    const ways = waysOf(command, pageUrl(`/servers/${encodeURIComponent(server)}`));
    return ` Calls of this server ask because nobody has reviewed its hints. To review them: ${ways}`;
  }
  const isSilent = Object.values(resolution.hints).every(
    ({ source, declared }) => source === 'default' && declared === undefined,
  );
  if (!isSilent) return '';
  const target = `${server}/${definition.name}`;
  const isSafe = SAFE.test(server) && SAFE.test(definition.name);
  const path = `/tools/${encodeURIComponent(server)}/${encodeURIComponent(definition.name)}`;
  const ways = waysOf(isSafe ? `toolmark tools override ${target}` : 'toolmark tools override', pageUrl(path));
  return ` Its calls ask because its server declares no hints. To set them: ${ways}`;
}

const waysOf = (command: string, address: string | undefined): string =>
  address === undefined ? command : `${command}, or at ${address}`;
