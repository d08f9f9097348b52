import type { SmsMessage } from '../../contract/message.ts';
import type { Channel } from '../channel.ts';
import { findSmsAccount } from '../channel-accounts.ts';
import { type SmsAccount, sendSms } from '../send-sms.ts';
import { signedReports } from './signed-reports.ts';

export const smsChannel: Channel<SmsMessage, SmsAccount> = {
  name: 'sms',
  open: ({ secrets }, db, tenantId) => findSmsAccount(secrets, db, tenantId),
  send: async ({ outbound, deliveryId, signal, now }, account, message) => ({
    reply: await sendSms(outbound, account, message, { deliveryId, signal, now: now() }),
  }),
  reports: signedReports,
};
