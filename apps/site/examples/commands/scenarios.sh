# #region list
npx cauri sandbox scenario list
# #endregion
