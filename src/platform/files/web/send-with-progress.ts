import type { Transport } from '#platform/http/web/call.ts';

/** Carries a request and says how much of its body has left, from 0 to 1; `fetch` cannot. */
export function sendWithProgress(onProgress: (part: number) => void): Transport {
  return (url, { method = 'POST', headers, body, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const request = new XMLHttpRequest();
    const leave = (): void => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, responseText } = request;
      resolve(new Response(responseText, { status, headers: answerHeaders(request.getAllResponseHeaders()) }));
    };
    request.onerror = () => reject(new TypeError('no answer'));
    request.onabort = () => reject(signal?.reason ?? new DOMException('cancelled', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', leave);
    if (signal?.aborted) reject(signal.reason);
    else {
      signal?.addEventListener('abort', leave);
      request.send(body as XMLHttpRequestBodyInit);
    }
    return promise;
  };
}

function answerHeaders(lines: string): Headers {
  const headers = new Headers();
  for (const line of lines.trim().split(/\r?\n/)) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  return headers;
}
