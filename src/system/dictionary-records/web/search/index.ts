import { recordSearcher } from '#system/records/web/index.ts';
import { DICTIONARY_LIST } from '../../contract/addresses.ts';
import { dictionaries } from '../../contract/dictionaries.ts';

export const dictionarySearcher = () => recordSearcher(dictionaries, { icon: 'list', list: DICTIONARY_LIST });
