import { expect, test } from 'vitest';
import { lookedFor } from './traces.ts';

const nobody = { userId: '', phone: '', email: '', barcode: '' };

test.each([
  [{ userId: 'guest' }, []],
  [{ userId: 'a1' }, []],
  [{ userId: 'guest-17' }, ['guest-17']],
  [{ userId: 'ann@example.com', email: 'ann@example.com' }, ['ann@example.com', 'ann@example.com']],
  [{ phone: '+47 400 00 001' }, ['+47 400 00 001', '+4740000001']],
  [{ barcode: '136000291459' }, ['136000291459']],
])('%j', (given, found) => expect(lookedFor({ ...nobody, ...given })).toEqual(found));
