import { type EventEmitter, once } from 'node:events';

/** As much of a writable stream as those of Node.js and of the tar library have in common. */
interface Sink extends EventEmitter {
  write(chunk: Buffer): boolean;
  end(last: null): unknown;
}

/** Writes everything, no faster than it is taken: a disk may be slower than a database. Fails with the stream. */
export async function writeAll(sink: Sink, content: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of content) if (!sink.write(chunk)) await once(sink, 'drain');
  sink.end(null);
}
