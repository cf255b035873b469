// The emulated CloudBase in a separate process, and a proxy that leads Tencent's names to it; exits with its parent.
import { createEmulator } from '../../servers/cloudbase/src/emulator/create-emulator.ts';
import { createTencentProxy } from '../../servers/cloudbase/src/emulator/fixtures/tencent-proxy.ts';

const emulator = await createEmulator({ hasSamples: true });
const proxy = await createTencentProxy(emulator.url);
process.once('disconnect', () => {
  // Closing the proxy removes its certificate.
  void Promise.resolve(proxy[Symbol.asyncDispose]()).finally(() => process.exit());
});
const { url, credentials, envId } = emulator;
process.send?.({ url, credentials, envId, proxy: { url: proxy.url, certificate: proxy.certificate } });
