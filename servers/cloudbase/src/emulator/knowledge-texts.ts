/** One paragraph of the knowledge base. */
export interface Paragraph {
  /** Tencent's name of its collection. */
  readonly view: string;
  readonly file: string;
  readonly title: string;
  readonly text: string;
}

const CLOUDBASE = 'ykfzskv4_ad28';
const FUNCTIONS = 'scfsczskzyws_4bdc';
const MINI_PROGRAM = 'xcxzskws_25d8';

export const PARAGRAPHS: readonly Paragraph[] = [
  {
    view: CLOUDBASE,
    file: 'hosting/overview.md',
    title: 'Static hosting 静态网站托管',
    text: 'Static hosting serves the files of a bucket over HTTPS. Upload the build folder, set the index document, and bind a domain of your own with a certificate. 静态网站托管通过 HTTPS 提供存储桶中的文件：上传构建产物，设置首页文档，并可绑定自有域名与证书。',
  },
  {
    view: CLOUDBASE,
    file: 'database/indexes.md',
    title: 'Database indexes 数据库索引',
    text: 'An index makes queries and sorting on its fields fast. A unique index also refuses two documents with the same values. Each collection has an index on _id. 索引可加快查询与排序，唯一索引还会拒绝取值重复的文档，每个集合都自带 _id 索引。',
  },
  {
    view: CLOUDBASE,
    file: 'database/query.md',
    title: 'Query documents 查询文档',
    text: 'Queries select documents by fields and operators such as $gt, $in and $regex. Limit the number of results, and page with an offset. 查询可以按字段和 $gt、$in、$regex 等操作符筛选文档，并通过 limit 与 offset 分页。',
  },
  {
    view: CLOUDBASE,
    file: 'security/domains.md',
    title: 'Allowed domains 安全域名',
    text: 'Web pages may call an environment only from its allowed domains. Add a domain before you open the page there, otherwise the browser reports a CORS error. 只有安全域名下的网页才能访问环境；未添加域名时，浏览器会报跨域（CORS）错误。',
  },
  {
    view: FUNCTIONS,
    file: 'functions/deploy.md',
    title: 'Deploy a function 部署云函数',
    text: 'A cloud function is a folder with index.js that exports main(event, context). It is uploaded as a zip file; dependencies of package.json can be installed in the cloud. 云函数是一个导出 main(event, context) 的 index.js 文件夹，以 zip 包上传，依赖可以在云端安装。',
  },
  {
    view: FUNCTIONS,
    file: 'functions/http.md',
    title: 'HTTP access 通过 HTTP 访问云函数',
    text: 'With an access path a function answers HTTP requests. The event carries path, httpMethod, headers, queryStringParameters and body; return statusCode, headers and body for a reply of your own. 配置访问路径后，云函数可响应 HTTP 请求。',
  },
  {
    view: FUNCTIONS,
    file: 'functions/timer.md',
    title: 'Timers 定时触发器',
    text: 'A timer runs a function by a cron expression with seven fields, from seconds to years. 定时触发器使用从秒到年的七段 cron 表达式运行云函数。',
  },
  {
    view: MINI_PROGRAM,
    file: 'mini-program/start.md',
    title: 'Start with a mini program 小程序快速开始',
    text: 'Call wx.cloud.init with the id of the environment when the mini program launches, then use the database, storage and functions without a server. 小程序启动时用环境 ID 调用 wx.cloud.init，即可直接使用数据库、存储和云函数。',
  },
  {
    view: MINI_PROGRAM,
    file: 'mini-program/login.md',
    title: 'Sign users in 小程序登录',
    text: 'Users of a mini program are signed in by WeChat: a function gets their OpenID from its context, no token is needed. 小程序用户由微信登录，云函数可从上下文中获取 OpenID。',
  },
];
