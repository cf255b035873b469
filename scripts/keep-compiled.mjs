// Loaded with --import by programs that tests start from their sources with few environment variables: strips the types
// and compiles once for all of them, which is half of such a start.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/toolmark/compiled', import.meta.url)));
