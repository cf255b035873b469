const RULES = `# Rules for working with CloudBase

- Ask for the environment id before you write code that needs one.
- Deploy functions from \`cloudfunctions/<name>\`, each with its own package.json.
- Upload the build folder to static hosting, never the sources.
`;

const functionFiles = {
  'cloudfunctions/hello/index.js': "exports.main = async (event) => ({ message: 'Hello from CloudBase', event });\n",
  'cloudfunctions/hello/package.json': '{\n  "name": "hello",\n  "version": "1.0.0",\n  "main": "index.js"\n}\n',
};

const packageFile = (name: string, framework: string): string =>
  `${JSON.stringify({ name, private: true, type: 'module', scripts: { dev: 'vite', build: 'vite build' }, dependencies: { [framework]: 'latest' } }, null, 2)}\n`;

/** Minimal templates by the names of their zip files. */
export const TEMPLATE_FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'web-cloudbase-react-template.zip': {
    'README.md': '# React with CloudBase\n\nRun `npm install` and `npm run dev`.\n',
    'package.json': packageFile('cloudbase-react', 'react'),
    'index.html': '<!doctype html>\n<div id="root"></div>\n<script type="module" src="/src/main.jsx"></script>\n',
    'src/main.jsx':
      "import { createRoot } from 'react-dom/client';\n\ncreateRoot(document.getElementById('root')).render('Hello');\n",
    'rules/cloudbase.md': RULES,
    ...functionFiles,
  },
  'web-cloudbase-vue-template.zip': {
    'README.md': '# Vue with CloudBase\n\nRun `npm install` and `npm run dev`.\n',
    'package.json': packageFile('cloudbase-vue', 'vue'),
    'index.html': '<!doctype html>\n<div id="app"></div>\n<script type="module" src="/src/main.js"></script>\n',
    'src/main.js': "import { createApp } from 'vue';\nimport App from './App.vue';\n\ncreateApp(App).mount('#app');\n",
    'src/App.vue': '<template>\n  <h1>Hello</h1>\n</template>\n',
    'rules/cloudbase.md': RULES,
    ...functionFiles,
  },
  'miniprogram-cloudbase-miniprogram-template.zip': {
    'README.md': '# Mini program with CloudBase\n\nOpen this folder in the WeChat developer tools.\n',
    'project.config.json': '{\n  "miniprogramRoot": "miniprogram/",\n  "cloudfunctionRoot": "cloudfunctions/"\n}\n',
    'miniprogram/app.js': "App({\n  onLaunch() {\n    wx.cloud.init({ env: '' });\n  },\n});\n",
    'miniprogram/app.json': '{\n  "pages": ["pages/index/index"]\n}\n',
    'miniprogram/pages/index/index.js': 'Page({});\n',
    'miniprogram/pages/index/index.wxml': '<view>Hello</view>\n',
    'rules/cloudbase.md': RULES,
    ...functionFiles,
  },
  'universal-cloudbase-uniapp-template.zip': {
    'README.md': '# uni-app with CloudBase\n',
    'package.json': packageFile('cloudbase-uniapp', 'vue'),
    'src/pages.json': '{\n  "pages": [{ "path": "pages/index/index" }]\n}\n',
    'src/pages/index/index.vue': '<template>\n  <view>Hello</view>\n</template>\n',
    'rules/cloudbase.md': RULES,
    ...functionFiles,
  },
  'web-cloudbase-project.zip': {
    'README.md': '# Rules for CloudBase projects\n',
    'rules/cloudbase.md': RULES,
    'CLAUDE.md': RULES,
    '.cursor/rules/cloudbase.mdc': `---\ndescription: CloudBase\nalwaysApply: true\n---\n\n${RULES}`,
  },
};
