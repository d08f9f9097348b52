export const accessProblems = {
  'user.not-found': 404,
  'user.password-too-weak': 422,
  'user.password.too-short': 422,
  'user.password.too-long': 422,
  'user.password.no-digit': 422,
  'user.password.no-upper': 422,
  'user.password.no-lower': 422,
  'user.password.no-symbol': 422,
  'user.password.too-common': 422,
  'user.password.contains-account': 422,
  'user.password.contains-name': 422,
  'user.password.contains-product': 422,
} as const;
