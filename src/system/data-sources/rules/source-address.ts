import type { DatabaseType } from '../contract/data-sources.ts';

export type Engine = 'postgresql' | 'mysql';

/** Which of the two programs talks to a type of the dictionary `database_type`. */
export const engineOf = (type: DatabaseType): Engine => (type === '6' ? 'postgresql' : 'mysql');

/** `verify`: the name in the certificate is the host's; `encrypt`: any certificate; `off`: in clear. */
export type Tls = 'verify' | 'encrypt' | 'off';

export interface SourceAddress {
  readonly engine: Engine;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** Undefined where the address does not say it. */
  readonly tls: Tls | undefined;
}

export type AddressFault =
  | { readonly code: 'data-source.address-form' | 'data-source.type-differs' | 'data-source.credentials' }
  | { readonly code: 'data-source.option'; readonly params: { readonly option: string } };

const ENGINES: Readonly<Record<string, Engine>> = {
  postgresql: 'postgresql',
  postgres: 'postgresql',
  mysql: 'mysql',
  mariadb: 'mysql',
};
const PORTS: Readonly<Record<Engine, number>> = { postgresql: 5432, mysql: 3306 };
const SHAPE = /^(?:jdbc:)?([a-z]+):\/\/([^/?#\s]+)\/([^/?#\s]+)(?:\?([^#\s]*))?$/i;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::(\d{1,5}))?$/i;

/** Options of older addresses that change nothing here: our drivers speak UTF-8, read one statement and write nothing. */
const WITHOUT_EFFECT: Readonly<Record<Engine, ReadonlySet<string>>> = {
  postgresql: new Set(['applicationname', 'connecttimeout', 'sockettimeout', 'tcpkeepalive', 'readonly']),
  mysql: new Set([
    ...['useunicode', 'characterencoding', 'servertimezone', 'zerodatetimebehavior', 'tinyint1isbit'],
    ...['allowpublickeyretrieval', 'nullcatalogmeanscurrent', 'rewritebatchedstatements', 'autoreconnect'],
    ...['failoverreadonly', 'useoldaliasmetadatabehavior', 'connecttimeout', 'sockettimeout'],
  ]),
};

const SSL_MODES: Readonly<Record<string, Tls>> = {
  disable: 'off',
  disabled: 'off',
  allow: 'off',
  prefer: 'off',
  preferred: 'off',
  require: 'encrypt',
  required: 'encrypt',
  'verify-ca': 'verify',
  verify_ca: 'verify',
  'verify-full': 'verify',
  verify_identity: 'verify',
};

/**
 * Reads the address of a database as JDBC writes it, or as a plain URL; one host, one database, no credentials, and of the
 * options those that are known to do no harm: drivers have some that read files or load code (system-api.md 7, security 12.1).
 */
export function readSourceAddress(url: string, type: DatabaseType): SourceAddress | AddressFault {
  const [, scheme = '', authority = '', database = '', query = ''] = SHAPE.exec(url.trim()) ?? [];
  const engine = ENGINES[scheme.toLowerCase()];
  if (engine === undefined) return { code: 'data-source.address-form' };
  if (authority.includes('@')) return { code: 'data-source.credentials' };
  const [, host = '', port] = HOST.exec(authority) ?? [];
  const number = port === undefined ? PORTS[engine] : Number(port);
  const name = decoded(database);
  if (host === '' || number < 1 || number > 65_535 || name === undefined) return { code: 'data-source.address-form' };
  if (engine !== engineOf(type)) return { code: 'data-source.type-differs' };
  let tls: Tls | undefined;
  for (const pair of query.split('&').filter((one) => one !== '')) {
    const [option = '', value = ''] = pair.split('=');
    const asked = tlsOf(option.toLowerCase(), value.toLowerCase());
    if (asked !== undefined) tls = asked;
    else if (!WITHOUT_EFFECT[engine].has(option.toLowerCase()))
      return { code: 'data-source.option', params: { option: option.slice(0, 60) } };
  }
  return { engine, host: host.toLowerCase(), port: number, database: name, tls };
}

/** Undefined for what does not speak of encryption, or says something unknown of it. */
function tlsOf(option: string, value: string): Tls | undefined {
  if (option === 'sslmode') return SSL_MODES[value];
  if (option === 'ssl' || option === 'usessl' || option === 'requiressl')
    return value === 'false' ? 'off' : value === 'true' || value === '' ? 'encrypt' : undefined;
  if (option === 'verifyservercertificate') return value === 'true' ? 'verify' : 'encrypt';
  return undefined;
}

function decoded(text: string): string | undefined {
  try {
    const name = decodeURIComponent(text);
    return /^[^\p{Cc}/\\]{1,64}$/u.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** The driver's class, as older clients name it, for those that keep it; the empty one is always taken. */
export const DRIVERS: Readonly<Record<Engine, readonly string[]>> = {
  postgresql: ['org.postgresql.Driver'],
  mysql: ['com.mysql.cj.jdbc.Driver', 'com.mysql.jdbc.Driver', 'org.mariadb.jdbc.Driver'],
};

/** Whether a kept password may go to the address that is given now: to the same server, for the same user. */
export function isSameLogin(
  before: { readonly address: SourceAddress; readonly user: string },
  after: { readonly address: SourceAddress; readonly user: string },
): boolean {
  const place = ({ address, user }: typeof before) =>
    JSON.stringify([address.engine, address.host, address.port, user]);
  // in clear it would be another way for the password
  const isClear = (tls: Tls | undefined) => tls === 'off';
  return place(before) === place(after) && (isClear(before.address.tls) || !isClear(after.address.tls));
}
