interface Named {
  readonly name: string;
  readonly nameZh: string;
}

/** Whether customers could not tell the two apart in one of the languages, whatever the case of the letters. */
export const haveSameName = (one: Named, other: Named): boolean =>
  isSame(one.name, other.name) || isSame(one.nameZh, other.nameZh);

const isSame = (one: string, other: string): boolean => one !== '' && one.toLowerCase() === other.toLowerCase();
