export const dictionaryRecordProblems = {
  /** What the product comes with keeps its codes and values and stays. */
  'dictionary.delivered': 409,
  'dictionary.code-in-bin': 409,
  'dictionary.code-form': 422,
  'dictionary.unknown': 409,
  'dictionary.items-no-numbers': 409,
  'dictionary.value-no-number': 422,
  'dictionary.value-comma': 422,
  'dictionary.value-taken': 409,
  /** The code knows no other values than its own. */
  'dictionary.closed': 409,
  'dictionary.value-in-use': 409,
  'dictionary.item-stays': 422,
} as const;
