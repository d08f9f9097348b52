import type { ProviderKind } from '../contract/provider.ts';
import { casProvider } from './cas.ts';
import { dingtalkProvider } from './dingtalk.ts';
import type { AdapterServices, LoginProvider, ProviderRow } from './login-provider.ts';
import { oidcProvider } from './oidc.ts';
import { wechatEnterpriseProvider } from './wechat-enterprise.ts';

const ADAPTERS: Record<ProviderKind, (services: AdapterServices, row: ProviderRow) => LoginProvider> = {
  oidc: oidcProvider,
  wechat_enterprise: wechatEnterpriseProvider,
  dingtalk: dingtalkProvider,
  cas: casProvider,
};

export function adapterOf(services: AdapterServices, row: ProviderRow): LoginProvider {
  return ADAPTERS[row.kind](services, row);
}
