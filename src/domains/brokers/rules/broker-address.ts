export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

const PORTS = { mqtt: 1883, mqtts: 8883 } as const;
const ADDRESS = /^(mqtts?):\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?\/?$/i;

/** `mqtt://host[:port]` or `mqtts://host[:port]`, and nothing beside it; undefined for anything else (security 12.2). */
export function readBrokerAddress(text: string): BrokerAddress | undefined {
  const [, protocol, host, port] = ADDRESS.exec(text) ?? [];
  if (protocol === undefined || host === undefined) return undefined;
  const scheme = protocol.toLowerCase() as keyof typeof PORTS;
  const number = port === undefined ? PORTS[scheme] : Number(port);
  if (number < 1 || number > 65_535) return undefined;
  return { host: host.toLowerCase(), port: number, tls: scheme === 'mqtts' };
}
