export const beverageProblems = {
  'beverage.art-not-offered': 422,
  'beverage.art-not-possible': 422,
  'beverage.not-found': 404,
  'beverage.off-sale': 409,
  'beverage.option-not-offered': 422,
  'beverage.option-repeated': 422,
  'beverage.option-required': 422,
  'beverage.option-single': 422,
  'beverage.option-too-few': 422,
  'beverage.option-too-many': 422,
} as const;
