# #region start
npx cauri sandbox
# #endregion
