console.log("soon")
