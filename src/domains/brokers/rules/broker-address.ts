export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

const PORTS = { 'mqtt:': 1883, 'mqtts:': 8883 } as const;

/** `mqtt://host[:port]` or `mqtts://host[:port]`, and nothing beside it; undefined for anything else (security 12.2). */
export function readBrokerAddress(text: string): BrokerAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'mqtt:' && url.protocol !== 'mqtts:') || url.hostname === '') return undefined;
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isBare || (url.pathname !== '' && url.pathname !== '/')) return undefined;
  return {
    host: url.hostname.toLowerCase(),
    port: url.port === '' ? PORTS[url.protocol] : Number(url.port),
    tls: url.protocol === 'mqtts:',
  };
}
