export const agreementProblems = {
  'agreement.url-or-text': 422,
  'agreement.url': 422,
  'agreement.published': 422,
  'agreement.not-found': 404,
} as const;
