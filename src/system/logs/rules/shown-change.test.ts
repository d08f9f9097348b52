import { expect, test } from 'vitest';
import { shownChanges } from './shown-change.ts';

test.each([
  ['an edit', { name: 'A', sort: 1 }, { name: 'B', sort: 1 }, [{ field: 'name', before: 'A', after: 'B' }]],
  ['an addition', null, { name: 'B' }, [{ field: 'name', before: null, after: 'B' }]],
  ['a removal', { name: 'A' }, null, [{ field: 'name', before: 'A', after: null }]],
  ['what was not touched', { name: 'A', sort: 1 }, { sort: 2 }, [{ field: 'sort', before: 1, after: 2 }]],
  ['a secret', { key: 'x' }, { key: '[secret]' }, [{ field: 'key', before: null, after: '•••' }]],
  ['a phone', { phone: '1' }, { phone: '2' }, [{ field: 'phone', before: '•••', after: '•••' }]],
  ['nothing, written in two ways', { remark: '', tags: [], at: null }, null, []],
  ['no record', 'x', ['y'], []],
])('%s', (_name, before, after, changes) => expect(shownChanges(before, after, false)).toEqual(changes));

test('who may see contacts sees them', () => {
  expect(shownChanges({ phone: '1' }, { phone: '2' }, true)).toEqual([{ field: 'phone', before: '1', after: '2' }]);
});
