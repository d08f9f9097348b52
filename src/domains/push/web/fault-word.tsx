import { DictionaryText } from '#system/dictionaries/web/index.ts';

/** Why a message did not go out. */
export const FaultWord = ({ code }: { readonly code: string }) => <DictionaryText code="message_fault" value={code} />;
