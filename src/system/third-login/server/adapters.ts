import { unstorableField } from '#platform/http/rules/unstorable-field.ts';
import type { ProviderKind } from '../contract/provider.ts';
import { casProvider } from './cas.ts';
import { dingtalkProvider } from './dingtalk.ts';
import { type AdapterServices, type LoginProvider, type ProviderRow, ProviderUnavailable } from './login-provider.ts';
import { oidcProvider } from './oidc.ts';
import { wechatEnterpriseProvider } from './wechat-enterprise.ts';

const ADAPTERS: Record<ProviderKind, (services: AdapterServices, row: ProviderRow) => LoginProvider> = {
  oidc: oidcProvider,
  wechat_enterprise: wechatEnterpriseProvider,
  dingtalk: dingtalkProvider,
  cas: casProvider,
};

export function adapterOf(services: AdapterServices, row: ProviderRow): LoginProvider {
  const adapter = ADAPTERS[row.kind](services, row);
  return {
    ...adapter,
    identify: async (journey, returned) => {
      const identity = await adapter.identify(journey, returned);
      const field = unstorableField(identity);
      if (field !== undefined) throw new ProviderUnavailable(`${field} holds a text that cannot be stored`);
      return identity;
    },
  };
}
