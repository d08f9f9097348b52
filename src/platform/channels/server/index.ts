import type { ServerSlice } from '#platform/http/server/slice.ts';
import { channelProblems } from '../contract/problems.ts';
import { renewChannelSecrets } from './channel-accounts.ts';
import { renewSettingSecrets } from './channel-settings.ts';
import { deliverJobWith } from './deliver.ts';
import { renewKeptMessages } from './delivery-log.ts';
import type { DeliveryHooks } from './hooks.ts';
import { helloRoute, reportRoute } from './reports.ts';
import { sendDue } from './send-due.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';

export { findEmailAccount, findSmsAccount, sealChannelSecret } from './channel-accounts.ts';
export { openSetting, passKeeper, type SealedSecrets, type SecretName, sealSecret } from './channel-settings.ts';
export { changeDelivery, deliver, deliverAgain, deliverOnce } from './deliver.ts';
export { announceDelivery, type DeliveryOrigin, openMessage } from './delivery-log.ts';
export type { DeliveryHooks, Receiver } from './hooks.ts';
export { quietUntil } from './pass-gate.ts';
export { applyReport } from './reports.ts';
export { type ChannelAccount, type ChannelTrial, channelAddressFault, tryChannel } from './send-by.ts';
export { stopRunOfMessages } from './stop-run.ts';
export { channelOf } from './ways/index.ts';

/** Messages to people: text message, mail, WeChat, app push, API, and the bell of the console. */
export const channelsSlice = (hooks: DeliveryHooks): ServerSlice => ({
  name: 'channels',
  about: 'The ways to a person, and what providers report about messages.',
  problems: channelProblems,
  jobs: [deliverJobWith(hooks)],
  schedules: [sendDue, sweepDeliveries],
  rawRoutes: [reportRoute, helloRoute],
  renewSecrets: async (services, db, tenantId) =>
    (await renewChannelSecrets(services, db, tenantId)) +
    (await renewSettingSecrets(services.secrets, db, tenantId)) +
    (await renewKeptMessages(services.secrets, db, tenantId)),
});

/** Without those who know people and matters. */
export const channels: ServerSlice = channelsSlice({});
