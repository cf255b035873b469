// The emulated Nextcloud in a separate process: prints its URL, and exits with its parent.
import { createStandIn } from '../../servers/nextcloud/src/stand-in/create-stand-in.ts';

const standIn = await createStandIn();
process.once('disconnect', () => process.exit());
process.send?.(standIn.url);
