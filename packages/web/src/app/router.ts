import { createRouter, createWebHistory, type RouteRecordRaw } from 'vue-router';
import { toast } from '../ui/toasts.ts';

const routes: readonly RouteRecordRaw[] = [
  { path: '/', name: 'dashboard', component: () => import('../pages/dashboard/DashboardPage.vue') },
  { path: '/approvals/:id?', name: 'approvals', component: () => import('../pages/approvals/ApprovalsPage.vue') },
  { path: '/tool-calls/:id?', name: 'calls', component: () => import('../pages/calls/CallsPage.vue') },
  { path: '/sessions', name: 'sessions', component: () => import('../pages/sessions/SessionsPage.vue') },
  { path: '/sessions/:id', name: 'session', component: () => import('../pages/sessions/SessionPage.vue') },
  { path: '/tools', name: 'tools', component: () => import('../pages/tools/ToolsPage.vue') },
  { path: '/tools/:server/:tool', name: 'tool', component: () => import('../pages/tools/ToolPage.vue') },
  { path: '/servers', name: 'servers', component: () => import('../pages/servers/ServersPage.vue') },
  { path: '/servers/:name', name: 'server', component: () => import('../pages/servers/ServerPage.vue') },
  { path: '/policy', name: 'policy', component: () => import('../pages/policy/PolicyPage.vue') },
  { path: '/settings', name: 'settings', component: () => import('../pages/settings/SettingsPage.vue') },
  { path: '/:path(.*)*', name: 'nowhere', component: () => import('../pages/NotFoundPage.vue') },
];

/** Loads each page's code. */
export const pageLoaders = (): readonly (() => Promise<unknown>)[] =>
  routes.flatMap(({ component }) => (typeof component === 'function' ? [component as () => Promise<unknown>] : [])); // The routes above load their components.

export const router = createRouter({
  history: createWebHistory(),
  routes: [...routes],
  scrollBehavior: (to, from, saved) => saved ?? (to.path === from.path ? false : { top: 0 }),
});

/** Without its code a page cannot be shown, and the router would stay where it is without a word. */
router.onError(() => {
  toast('failed', 'This page could not be loaded, because the gateway cannot be reached. Is it running?');
});
