import { localName } from '../rules/local-name.ts';
import { currentLanguage } from './language.ts';

/** As the reader's language calls it (decision 37). */
export const readersName = ({ name, nameZh }: { name: string; nameZh: string }): string =>
  localName(currentLanguage(), name, nameZh);
