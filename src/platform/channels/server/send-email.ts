import type { HostAddress } from '#platform/outbound/server/guarded-fetch.ts';
import type { Secret } from '#platform/secrets/server/secrets.ts';
import type { EmailSettings } from '../contract/channel-settings.ts';
import type { EmailMessage } from '../contract/message.ts';
import { faultOfSmtpReply, smtpReply } from '../rules/delivery-fate.ts';
import { DeliveryError } from './delivery-error.ts';

const TIMEOUT_MS = 10_000;

export interface EmailAccount {
  readonly settings: EmailSettings;
  readonly password: Secret | undefined;
}

/** Where to connect: addresses that passed the outbound rules, and whether the operator lets this host go without TLS. */
export interface MailServer {
  readonly addresses: readonly HostAddress[];
  readonly mayBePlain: boolean;
}

/**
 * One mail over SMTP to the address that was checked; a repeated one carries the same Message-ID. Answers what the server said.
 * Throws `DeliveryError`.
 */
export async function sendEmail(
  { addresses, mayBePlain }: MailServer,
  { settings, password }: EmailAccount,
  message: EmailMessage,
  deliveryId: string,
): Promise<string> {
  const [first] = addresses;
  if (!first) throw new DeliveryError('unreachable');
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host: first.address,
    port: settings.port,
    secure: settings.security === 'tls',
    requireTLS: !mayBePlain,
    tls: { servername: settings.host, minVersion: 'TLSv1.2' },
    // The name in the greeting: the machine's own must not be known.
    name: 'smart-iot-console',
    ...(settings.username && password ? { auth: { user: settings.username, pass: password.reveal() } } : {}),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const sent = await transport.sendMail({
      from: { name: settings.fromName, address: settings.from },
      to: { name: '', address: message.to },
      subject: message.subject,
      text: message.text,
      messageId: `<${deliveryId}@${settings.from.split('@')[1]}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(message.unsubscribe
          ? {
              'List-Unsubscribe': `<${message.unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }
          : {}),
      },
    });
    return smtpReply(sent.response);
  } catch (error) {
    const { responseCode, response } = error as { responseCode?: unknown; response?: unknown };
    if (typeof responseCode !== 'number') throw new DeliveryError('unreachable');
    throw new DeliveryError(faultOfSmtpReply(responseCode), smtpReply(response));
  } finally {
    transport.close();
  }
}
