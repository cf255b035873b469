import tailwind from '@tailwindcss/vite';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

const gateway = process.env['TOOLMARK_URL'] ?? 'http://127.0.0.1:7420';

export default defineConfig({
  plugins: [vue(), tailwind()],
  resolve: { conditions: ['@toolmark/source', 'module', 'browser', 'import', 'default'] },
  build: {
    // Beside what the gateway is built into, which serves it.
    outDir: '../gateway/dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Inlined data would need a laxer content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What several pages share comes in few files: a page is there sooner than with forty small ones.
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
    // `npm run dev -w packages/web` beside `toolmark serve --no-auth`. To the gateway it looks like its own page.
    proxy: { '/api': { target: gateway, changeOrigin: true, headers: { origin: gateway } } },
  },
});
