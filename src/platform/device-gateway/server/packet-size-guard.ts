/**
 * Walks over the frames of an MQTT byte stream without keeping them, and says when one announces more than the limit.
 * The parser of the embedded broker would gather up to 256 MB before anybody could refuse.
 */
export class PacketSizeGuard {
  readonly #limit: number;
  #phase: 'type' | 'length' | 'body' = 'type';
  #length = 0;
  #shift = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  /** False as soon as a packet is too large or its length is malformed. */
  accepts(chunk: Buffer): boolean {
    let at = 0;
    while (at < chunk.length) {
      if (this.#phase === 'type') {
        at += 1;
        this.#phase = 'length';
        this.#length = 0;
        this.#shift = 0;
      } else if (this.#phase === 'length') {
        const byte = chunk[at] ?? 0;
        at += 1;
        this.#length += (byte & 0x7f) * 2 ** this.#shift;
        this.#shift += 7;
        if (this.#length > this.#limit || this.#shift > 28) return false;
        if (byte < 0x80) this.#phase = this.#length === 0 ? 'type' : 'body';
      } else {
        const taken = Math.min(this.#length, chunk.length - at);
        at += taken;
        this.#length -= taken;
        if (this.#length === 0) this.#phase = 'type';
      }
    }
    return true;
  }
}
