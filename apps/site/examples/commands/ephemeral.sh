# #region start
npx cauri sandbox --ephemeral --json
# #endregion
