import tailwind from '@tailwindcss/vite';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

const gateway = process.env['TOOLMARK_URL'] ?? 'http://127.0.0.1:7420';

export default defineConfig({
  plugins: [vue(), tailwind()],
  resolve: { conditions: ['@toolmark/source', 'module', 'browser', 'import', 'default'] },
  build: {
    // Next to the gateway's own build output, because the gateway serves the page.
    outDir: '../gateway/dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Inlined data would require a weaker content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Put code that several pages share into few files: one request loads faster than forty.
        codeSplitting: {
          groups: [
            { name: 'library', test: /node_modules/, minShareCount: 3 },
            { name: 'shared', test: /packages\/web\/src/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  define: {
    __VUE_OPTIONS_API__: false,
    __VUE_PROD_DEVTOOLS__: false,
    __TOOLMARK_VERSION__: JSON.stringify(manifest.version),
  },
  server: {
    // `npm run dev -w packages/web` next to `toolmark serve --no-auth`. The proxied requests look like those of the
    // gateway's own page.
    proxy: { '/api': { target: gateway, changeOrigin: true, headers: { origin: gateway } } },
  },
});
