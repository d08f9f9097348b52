// Numbers of orders and rentals are a day, the tenant and a counter. People see them in these groups, with hyphens between that
// are no part of a number (settled 155).

/** Day, tenant and counter; undefined of a number that others have given. */
export const groupsOf = (number: string): string[] | undefined => /^(R?20\d{6})(\d+)(\d{8})$/.exec(number)?.slice(1);

/** A number as it is kept, from how people see it; any other word as it is. */
export const withoutHyphens = (word: string): string =>
  /^R?20\d{6}-\d+-\d{8}$/i.test(word) ? word.replaceAll('-', '') : word;
