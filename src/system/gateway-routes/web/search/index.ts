import { recordSearcher } from '#system/records/web/index.ts';
import { gatewayRoutes } from '../../contract/gateway-routes.ts';

export const gatewayRouteSearcher = () =>
  recordSearcher(gatewayRoutes, { icon: 'swap', list: '/isystem/gateway-route' });
