import * as z from 'zod';
import { Text } from '#platform/http/contract/fields.ts';

/** `oidc`: OpenID Connect. The two chat apps have calls of their own; `cas` is a CAS 3 server. */
export const ProviderKind = z.enum(['oidc', 'wechat_enterprise', 'dingtalk', 'cas']);
export type ProviderKind = z.infer<typeof ProviderKind>;

/** The word that names a provider in addresses, such as `wechat_enterprise`. */
export const ProviderSource = z.string().regex(/^[a-z][a-z0-9_]{1,31}$/);

/** What a stranger sees of a configured provider. */
export const ProviderChoice = z.strictObject({ source: ProviderSource, kind: ProviderKind, name: z.string() });
export type ProviderChoice = z.infer<typeof ProviderChoice>;

const Address = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(300)]);

/**
 * A provider as the operator writes it (docs/third-login.md). `clientSecret` is stored encrypted and never answered; left
 * out, the one that is stored stays.
 */
export const ProviderSettings = z
  .strictObject({
    source: ProviderSource,
    kind: ProviderKind,
    name: z.strictObject({ 'en-US': Text(40, 1), 'zh-CN': Text(40, 1) }),
    /** OIDC: the issuer; CAS: the server. The chat apps: empty, or an address that answers in their stead. */
    address: Address.default(''),
    clientId: Text(200).default(''),
    clientSecret: z.string().min(1).max(2000).optional(),
    /** Enterprise WeChat: id of the application; DingTalk: id of the organisation whose members may log in. */
    organization: Text(100).default(''),
    scopes: Text(300).default(''),
    enabled: z.boolean().default(true),
    sort: z.int().min(0).max(1000).default(0),
    /** Whether a stranger may make an account for himself, and the tenant and role it gets. */
    createsAccounts: z.boolean().default(false),
    joinsTenantId: z
      .string()
      .regex(/^[1-9]\d{0,17}$/)
      .optional(),
    joinsRoleCode: Text(64, 1).optional(),
  })
  .superRefine((provider, context) => {
    const need = (field: 'address' | 'clientId' | 'organization'): void => {
      if (provider[field] === '') context.addIssue({ code: 'custom', path: [field], message: 'fault.required' });
    };
    if (provider.kind === 'oidc' || provider.kind === 'cas') need('address');
    if (provider.kind !== 'cas') need('clientId');
    if (provider.kind === 'wechat_enterprise' || provider.kind === 'dingtalk') need('organization');
    if (provider.joinsRoleCode !== undefined && provider.joinsTenantId === undefined) {
      context.addIssue({ code: 'custom', path: ['joinsTenantId'], message: 'fault.required' });
    }
  });
export type ProviderSettings = z.infer<typeof ProviderSettings>;
