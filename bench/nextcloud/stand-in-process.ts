// The stand-in in a process of its own: says its address, and ends with the one that started it.
import { createStandIn } from '../../servers/nextcloud/src/stand-in/create-stand-in.ts';

const standIn = await createStandIn();
process.once('disconnect', () => process.exit());
process.send?.(standIn.url);
