import { randomBytes } from 'node:crypto';
import { sealChannelSecret } from '#platform/channels/server/index.ts';
import { SIMULATOR_HOST } from '#platform/config/server/config.ts';
import type { Services } from '#platform/context/server/services.ts';

interface Sender {
  readonly tenantId: string;
  readonly name: string;
  readonly address: string;
}

export const SENDERS: readonly Sender[] = [
  { tenantId: '1', name: 'Smart IOT', address: 'console@smart-iot.example' },
  { tenantId: '1000', name: 'Nordic', address: 'console@nordic-coffee.example' },
  { tenantId: '1001', name: 'Shanghai', address: 'console@shanghai-robotics.example' },
  { tenantId: '1002', name: 'Tokyo', address: 'console@tokyo-kiosk.example' },
];

/** Says that a configuration is the demo's own, which may be moved when the simulator moves. */
const SMS_PATH = '/sms/messages';

/** Text messages and mails of the demo go to the simulator; what an administrator has set himself stays. */
export async function seedDemoChannels(services: Services): Promise<void> {
  const { simulator } = services.config;
  for (const sender of SENDERS) {
    const endpoint = `http://${SIMULATOR_HOST}:${simulator.controlPort}${SMS_PATH}?tenant=${sender.tenantId}`;
    await services.database.write(sender.tenantId, async (db) => {
      const kept = await db.selectFrom('tenant').select(['sms_config', 'email_config']).executeTakeFirstOrThrow();
      if (
        isOwn(kept.sms_config, (sms) => new RegExp(`${SMS_PATH}(?:\\?|$)`).test(String(sms['endpoint'])), { endpoint })
      ) {
        const key = `sms_${randomBytes(18).toString('hex')}`;
        const sms_config = {
          endpoint,
          body: '{"to":"{phone}","text":"{text}","from":"{sender}"}',
          authorization: 'Bearer {secretKey}',
          sender: sender.name,
          secretKey: await sealChannelSecret(services.secrets, db, sender.tenantId, 'sms_config', key),
        };
        await db
          .updateTable('tenant')
          .set({ sms_config: JSON.stringify(sms_config) })
          .execute();
      }
      const email_config = {
        host: SIMULATOR_HOST,
        port: simulator.mailPort,
        from: sender.address,
        fromName: sender.name,
      };
      if (isOwn(kept.email_config, (mail) => mail['from'] === sender.address, email_config)) {
        await db
          .updateTable('tenant')
          .set({ email_config: JSON.stringify(email_config) })
          .execute();
      }
    });
  }
}

/** Nothing yet, or the demo's own from a start with other ports. */
function isOwn(
  config: unknown,
  looksOwn: (config: Record<string, unknown>) => boolean,
  wanted: Record<string, unknown>,
): boolean {
  if (config === null) return true;
  const known = config as Record<string, unknown>;
  return looksOwn(known) && Object.entries(wanted).some(([name, value]) => known[name] !== value);
}
