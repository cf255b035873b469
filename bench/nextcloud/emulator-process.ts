// The emulated Nextcloud in a separate process: prints its URL, and exits with its parent.
import { createEmulator } from '../../servers/nextcloud/src/emulator/create-emulator.ts';

const emulator = await createEmulator();
process.once('disconnect', () => process.exit());
process.send?.(emulator.url);
