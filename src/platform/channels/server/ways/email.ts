import type { EmailMessage } from '../../contract/message.ts';
import type { Channel } from '../channel.ts';
import { findEmailAccount } from '../channel-accounts.ts';
import { DeliveryError, faultOfOutbound } from '../delivery-error.ts';
import { type EmailAccount, sendEmail } from '../send-email.ts';
import { signedReports } from './signed-reports.ts';

export const emailChannel: Channel<EmailMessage, EmailAccount> = {
  name: 'email',
  open: ({ secrets }, db, tenantId) => findEmailAccount(secrets, db, tenantId),
  send: async ({ services, outbound, deliveryId }, account, message) => {
    const { host, port } = account.settings;
    const addresses = await outbound.addressesOf(host, port).catch((error) => {
      throw new DeliveryError(faultOfOutbound(error));
    });
    const mayBePlain = services.config.outboundAllow.includes(`${host}:${port}`);
    return { reply: await sendEmail({ addresses, mayBePlain }, account, message, deliveryId) };
  },
  reports: signedReports,
};
