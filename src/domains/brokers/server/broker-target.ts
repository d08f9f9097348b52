import type { Services } from '#platform/context/server/services.ts';
import { outboundOf } from '#platform/outbound/server/guarded-fetch.ts';
import { OutboundError } from '#platform/outbound/server/outbound-error.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { type BrokerAddress, readBrokerAddress } from '../rules/broker-address.ts';

export const faultAt = (path: string, code: string): Problem => new Problem(code, {}, { faults: [{ path, code }] });

export interface BrokerLogin {
  readonly url: string;
  readonly tlsUrl: string;
  readonly username: string;
}

/** The one that server and robots use: encrypted where there is such an address. */
export const usedUrl = ({ url, tlsUrl }: Pick<BrokerLogin, 'url' | 'tlsUrl'>): string => (tlsUrl === '' ? url : tlsUrl);
const usedField = ({ tlsUrl }: Pick<BrokerLogin, 'tlsUrl'>) => (tlsUrl === '' ? 'url' : 'tlsUrl');

/** Both addresses have a form that we take; names the field that has not. */
export function readAddresses(login: Pick<BrokerLogin, 'url' | 'tlsUrl'>): BrokerAddress {
  if (usedUrl(login) === '') throw faultAt('url', 'broker.address-needed');
  const plain = login.url === '' ? undefined : readBrokerAddress(login.url);
  if (login.url !== '' && !plain) throw faultAt('url', 'broker.address-form');
  const encrypted = login.tlsUrl === '' ? undefined : readBrokerAddress(login.tlsUrl);
  if (login.tlsUrl !== '' && !encrypted?.tls) throw faultAt('tlsUrl', 'broker.address-form');
  return (encrypted ?? plain)!;
}

export interface BrokerTarget extends BrokerAddress {
  /** Checked; the connection goes there. */
  readonly address: string;
}

/** Where to connect (security 12.1): never into a private network, and unencrypted only where the operator lists the host. */
export async function targetOf(services: Services, login: Pick<BrokerLogin, 'url' | 'tlsUrl'>): Promise<BrokerTarget> {
  const read = readAddresses(login);
  const { host, port, tls } = read;
  const isListed = services.config.outboundAllow.some((one) => one.toLowerCase() === `${host}:${port}`);
  if (!tls && !isListed) throw faultAt('tlsUrl', 'broker.tls-needed');
  try {
    const [first] = await outboundOf(services).addressesOf(host, port);
    if (!first) throw faultAt(usedField(login), 'broker.unknown-host');
    return { ...read, address: first.address };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw faultAt(usedField(login), error.reason === 'not-public' ? 'broker.not-public' : 'broker.unknown-host');
  }
}

/** The address with the server's account, as MQTT clients take it. */
export function addressWithLogin({ url, tlsUrl, username }: BrokerLogin, password: string): string {
  const address = new URL(usedUrl({ url, tlsUrl }));
  if (username === '') return address.href;
  address.username = encodeURIComponent(username);
  address.password = encodeURIComponent(password);
  return address.href;
}
