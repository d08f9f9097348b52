import { defineWork } from '#platform/jobs/server/define-work.ts';
import { gatewayRoutes } from '../contract/gateway-routes.ts';
import enUS from '../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../locales/messages.zh-CN.json' with { type: 'json' };
import { checkUpstreams } from './upstream-health.ts';

/** The look of every minute, with a line in the log of the job (settled 33); for the administrator, as the routes are. */
export const checkRoutes = defineWork({
  key: 'gateway-route-check',
  texts: { 'en-US': enUS.work, 'zh-CN': zhCN.work },
  permission: gatewayRoutes.permission('view'),
  parameters: {},
  run: async ({ services }) => ({ facts: { down: await checkUpstreams(services) } }),
});
