const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an address names a row by its id, as lists do, and not by the number that people know. */
export const isId = (text: string): boolean => UUID.test(text);
