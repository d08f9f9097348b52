import type { Caller, TestAnswer, TestServer } from '#platform/testing/test-server.ts';

/** A browser of a test: keeps the cookies of the console and follows nothing by itself. */
export interface TestBrowser {
  readonly caller: Caller;
  /** Opens an address of the console; answers where it is sent. */
  open(path: string, headers?: Record<string, string>): Promise<URL>;
  post(path: string, body: unknown): Promise<TestAnswer>;
  get(path: string): Promise<TestAnswer>;
}

/** What a browser says when it follows a link or a redirect of another site. */
export const FROM_ELSEWHERE = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

export function openTestBrowser(product: TestServer): TestBrowser {
  const headers: Record<string, string> = {};
  const caller: Caller = { headers };
  return {
    caller,
    get: (path) => product.send('GET', path, undefined, caller),
    post: (path, body) => product.send('POST', path, body, caller),
    open: async (path, more = {}) => {
      const answer = await product.send('GET', path, undefined, { headers: { ...headers, ...more } });
      const [cookie] = [answer.headers['set-cookie']].flat();
      if (typeof cookie === 'string') headers['cookie'] = cookie.split(';')[0] ?? '';
      const { location } = answer.headers;
      if (typeof location !== 'string') throw new Error(`${path} leads nowhere: ${answer.status} ${answer.text}`);
      return new URL(location);
    },
  };
}

/** The values that a return address carries in its fragment or query. */
export function carried(address: URL): Record<string, string> {
  return Object.fromEntries([...address.searchParams, ...new URLSearchParams(address.hash.slice(1))]);
}
