import type { ServerSlice } from '#platform/http/server/slice.ts';
import { renewChannelSecrets } from './channel-accounts.ts';
import { deliverJob } from './deliver.ts';
import { renewKeptMessages } from './delivery-log.ts';
import { sendDue } from './send-due.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';

export { findEmailAccount, findSmsAccount, sealChannelSecret } from './channel-accounts.ts';
export { changeDelivery, deliver, deliverAgain } from './deliver.ts';
export { type DeliveryOrigin, openMessage } from './delivery-log.ts';
export { type ChannelAccount, type ChannelTrial, channelAddressFault, tryChannel } from './send-by.ts';

/** Messages to people outside of the console: text message and mail. */
export const channels: ServerSlice = {
  name: 'channels',
  jobs: [deliverJob],
  schedules: [sendDue, sweepDeliveries],
  renewSecrets: async (services, db, tenantId) =>
    (await renewChannelSecrets(services, db, tenantId)) + (await renewKeptMessages(services.secrets, db, tenantId)),
};
