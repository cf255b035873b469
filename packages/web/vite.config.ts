import tailwind from '@tailwindcss/vite';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

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
  },
  define: {
    __VUE_OPTIONS_API__: false,
    __VUE_PROD_DEVTOOLS__: false,
    __TOOLMARK_VERSION__: JSON.stringify(manifest.version),
  },
  server: {
    // `npm run dev -w packages/web` beside `toolmark serve --no-auth`.
    proxy: { '/api': 'http://127.0.0.1:7420' },
  },
});
