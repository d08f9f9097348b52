/** Where PostgreSQL reads no code, as the source of an expression: comments, texts in every way of writing them, names in quotes. */
export const NO_CODE = String.raw`--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|[eE]'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|"(?:[^"]|"")*"`;
